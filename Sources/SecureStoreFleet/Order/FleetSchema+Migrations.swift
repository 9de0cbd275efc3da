extension FleetSchema {
    /// The statements that lead to each version from the one before; none of them is ever changed.
    static func migrations(_ tables: FleetTables) -> [[String]] { [first(tables)] }

    private static func first(_ tables: FleetTables) -> [String] {
        [
            """
            CREATE TABLE \(tables.fleet) (
                id uuid PRIMARY KEY,
                number bigint NOT NULL CHECK (number >= 0),
                keys_version bigint NOT NULL CHECK (keys_version >= 0),
                state bytea NOT NULL CHECK (octet_length(state) <= \(FleetLimits.state)),
                keys bytea NOT NULL CHECK (octet_length(keys) <= \(FleetLimits.keys))
            ) WITH (fillfactor = 50)
            """,
            """
            CREATE TABLE \(tables.item) (
                fleet uuid NOT NULL,
                number bigint NOT NULL CHECK (number >= 0),
                stamp bigint NOT NULL CHECK (stamp >= 0),
                content bytea CHECK (octet_length(content) <= \(FleetLimits.content)),
                PRIMARY KEY (fleet, number)
            )
            """,
            "CREATE INDEX item_stamp ON \(tables.item) (fleet, stamp)",
            """
            CREATE TABLE \(tables.link) (
                fleet uuid NOT NULL,
                number bigint NOT NULL CHECK (number >= 0),
                link bytea NOT NULL CHECK (octet_length(link) = \(FleetLimits.link)),
                PRIMARY KEY (fleet, number)
            )
            """,
            """
            CREATE TABLE \(tables.handover) (
                fleet uuid NOT NULL,
                keys_version bigint NOT NULL CHECK (keys_version >= 0),
                box bytea NOT NULL CHECK (octet_length(box) <= \(FleetLimits.handover)),
                PRIMARY KEY (fleet, keys_version)
            )
            """,
            """
            CREATE TABLE \(tables.request) (
                fleet uuid NOT NULL,
                id uuid NOT NULL,
                box bytea NOT NULL CHECK (octet_length(box) <= \(FleetLimits.request)),
                made timestamptz NOT NULL DEFAULT now(),
                PRIMARY KEY (fleet, id)
            )
            """,
            """
            CREATE TABLE \(tables.host) (
                fleet uuid NOT NULL,
                slot bigint NOT NULL CHECK (slot >= 0),
                number bigint NOT NULL CHECK (number >= 0),
                seen timestamptz NOT NULL DEFAULT now(),
                name bytea CHECK (octet_length(name) <= \(FleetLimits.hostName)),
                PRIMARY KEY (fleet, slot)
            )
            """,
            // Sealed bytes do not get smaller: nothing tries, and a part is read without the rest.
            "ALTER TABLE \(tables.item) ALTER content SET STORAGE EXTERNAL",
            "ALTER TABLE \(tables.fleet) ALTER keys SET STORAGE EXTERNAL, ALTER state SET STORAGE EXTERNAL",
        ]
    }
}

private import CSecureStorePostgres
private import SecureStorePlatform

extension PostgresConnection {
    /// Sends the statements at once, and answers with what the server says to each.
    ///
    /// With the first that is refused, all that follow are left undone.
    func exchange(_ statements: [Statement], until deadline: Deadline) throws(ServerError) -> [Answer] {
        try begin(statements, until: deadline)
        return try finish(statements.count, until: deadline)
    }

    /// Sends statements as `exchange` does, but the first answer has to come in `first`, even if others wait
    /// for a lock.
    func exchange(
        _ statements: [Statement], first: Duration, until deadline: Deadline
    ) throws(ServerError) -> [Answer] {
        try begin(statements, flushingAfterFirst: true, until: deadline.atMost(first))
        try waitForAnswer(until: deadline.atMost(first))
        do {
            return try finish(statements.count, until: deadline)
        } catch {
            guard error.kind == .late else { throw error }
            throw ServerError(.waited, "the server began, and did not end in time")
        }
    }

    /// Sends statements over a connection that has waited, whose server has to be heard in a third of the
    /// patience.
    ///
    /// Work that takes long is not taken for silence: what is asked first takes no time.
    func exchange(
        _ statements: [Statement], afterWaiting patience: Duration, until deadline: Deadline
    ) throws(ServerError) -> [Answer] {
        Array(
            try exchange([Statement("SELECT 1")] + statements, first: patience / 3, until: deadline)
                .dropFirst())
    }

    /// Sends the statements at once, and hands out each row of the last, which are `limit` at most, as it
    /// comes; the wait for each of them is as long as `patience`.
    func eachRow(
        of statements: [Statement], atMost limit: Int, patience: Duration,
        _ body: (Answer) throws(ServerError) -> Void
    ) throws(ServerError) {
        do {
            try receive(statements, atMost: limit, patience: patience, body)
        } catch {
            // Rows may still come. Where the server refused, or `body` wanted no more of them, none do.
            switch error.kind {
            case .refused, .unusable: break
            default: abandon()
            }
            throw error
        }
    }

    private func receive(
        _ statements: [Statement], atMost limit: Int, patience: Duration,
        _ body: (Answer) throws(ServerError) -> Void
    ) throws(ServerError) {
        try begin(statements, until: Deadline(in: patience))
        var (failure, count): (ServerError?, Int) = (nil, 0)
        for _ in statements.dropLast() { _ = try takeAnswer(&failure, until: Deadline(in: patience)) }
        if failure == nil, unsafe PQsetSingleRowMode(handle) != 1 {
            throw lost("asking for single rows failed")
        }
        while let answer = try nextAnswer(until: Deadline(in: patience)) {
            willAsk()
            switch answer.kind {
            case .oneRow:
                count += 1
                guard count <= limit else { throw malformed("more rows than it was asked for") }
                guard failure == nil else { break }
                do throws(ServerError) { try body(answer) } catch { failure = error }
            case .done: break
            case .error: failure = failure ?? error(of: answer)
            case .skipped where failure != nil: break
            default: throw failure ?? malformed("something else than rows")
            }
        }
        try endPipeline(failure, until: Deadline(in: patience))
    }

    /// Sends a statement of which nothing more is known than that the connection is in no pipeline.
    func send(_ statement: Statement) throws(ServerError) {
        var (buffer, places): ([UInt8], [Range<Int>?]) = ([], [])
        for parameter in statement.parameters {
            let start = buffer.count
            places.append(parameter.append(to: &buffer) ? start..<buffer.count : nil)
        }
        // One byte more, so that an empty value at the end has an address too.
        buffer.append(0)
        willAsk()
        let (count, name) = (Int32(places.count), prepared[statement.text])
        let (lengths, formats) = (places.map { Int32($0?.count ?? 0) }, places.map { _ in Int32(1) })
        let isSent = unsafe buffer.withUnsafeBytes { bytes in
            let start = unsafe bytes.bindMemory(to: CChar.self).baseAddress
            let values = unsafe places.map { place in
                unsafe place.flatMap { unsafe start?.advanced(by: $0.lowerBound) }
            }
            if let name {
                return unsafe PQsendQueryPrepared(handle, name, count, values, lengths, formats, 1)
            }
            return unsafe PQsendQueryParams(
                handle, statement.text, count, statement.parameters.map(\.type), values, lengths, formats, 1)
        }
        guard isSent == 1 else { throw lost("sending failed") }
    }

    /// Has the server parse statements, which are sent by name from then on; their values do not matter.
    func prepare(_ statements: [Statement], until deadline: Deadline) throws(ServerError) {
        try begin(until: deadline) { () throws(ServerError) in
            willAsk()
            for statement in statements {
                let types = statement.parameters.map(\.type)
                let isSent = unsafe PQsendPrepare(
                    handle, statement.name, statement.text, Int32(types.count), types)
                guard isSent == 1 else { throw lost("sending failed") }
            }
        }
        _ = try finish(statements.count, until: deadline)
        for statement in statements { prepared[statement.text] = statement.name }
    }

    private func begin(
        _ statements: [Statement], flushingAfterFirst: Bool = false, until deadline: Deadline
    ) throws(ServerError) {
        try begin(until: deadline) { () throws(ServerError) in
            forgetWarning()
            for (index, statement) in statements.enumerated() {
                try send(statement)
                if index == 0, flushingAfterFirst, unsafe PQsendFlushRequest(handle) != 1 {
                    throw lost("sending failed")
                }
            }
        }
    }

    private func begin(
        until deadline: Deadline, _ send: () throws(ServerError) -> Void
    ) throws(ServerError) {
        guard isUsable, unsafe PQenterPipelineMode(handle) == 1 else {
            throw lost("the connection is in use")
        }
        try send()
        guard unsafe PQpipelineSync(handle) == 1 else { throw lost("sending failed") }
        try flush(until: deadline)
    }

    private func finish(_ count: Int, until deadline: Deadline) throws(ServerError) -> [Answer] {
        var (answers, failure): ([Answer], ServerError?) = ([], nil)
        for _ in 0..<count {
            if let answer = try takeAnswer(&failure, until: deadline) { answers.append(answer) }
        }
        failure?.isOfLast = answers.count == count - 1
        try endPipeline(failure, until: deadline)
        return answers
    }

    /// The answer to the next statement; nil after a failure, which is noted.
    private func takeAnswer(_ failure: inout ServerError?, until deadline: Deadline) throws(ServerError)
        -> Answer?
    {
        guard let answer = try nextAnswer(until: deadline) else { throw lost("the connection ended") }
        switch answer.kind {
        case .done: break
        case .error: failure = failure ?? error(of: answer)
        case .skipped where failure != nil: break
        default: throw failure ?? malformed("something else than rows")
        }
        while let more = try nextAnswer(until: deadline) {
            guard more.kind == .error else { throw malformed("more than it was asked") }
            failure = failure ?? error(of: more)
        }
        if let failure, !isUsable { throw failure }
        return answer.kind == .done ? answer : nil
    }

    private func endPipeline(_ failure: ServerError?, until deadline: Deadline) throws(ServerError) {
        guard let end = try nextAnswer(until: deadline), end.kind == .synchronised,
            unsafe PQexitPipelineMode(handle) == 1
        else { throw failure ?? lost("the connection ended") }
        if let failure { throw failure }
    }
}

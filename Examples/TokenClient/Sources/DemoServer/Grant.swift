/// A grant of one user to one client, and the answers that follow from it.
struct Grant {
    /// The number of the tokens that are good now; 0 before the login.
    private(set) var latest = 0
    private var wasAskedForLogin = false
    private var isRevoked = false
    private var acceptsAccessToken = true

    mutating func answer(to request: Request) -> Response {
        switch request.first.split(separator: " ").prefix(2).joined(separator: " ") {
        case "POST /device":
            return Response(
                body: """
                    {"device_code":"device-1","user_code":"WDJB-MJHT","interval":1,"expires_in":60,\
                    "verification_uri":"http://127.0.0.1/activate"}
                    """)
        case "POST /token": return tokens(request)
        case "POST /forget":
            acceptsAccessToken = false
            return Response()
        case "GET /resource" where acceptsAccessToken && request.isAuthorized(by: "access-\(latest)"):
            return Response(body: "hello")
        default: return Response(status: "401 Unauthorized")
        }
    }

    private mutating func tokens(_ request: Request) -> Response {
        let isLogin = request.body.contains("device_code=device-1") && latest == 0
        if isLogin, !wasAskedForLogin {
            wasAskedForLogin = true
            return Response(status: "400 Bad Request", body: #"{"error":"authorization_pending"}"#)
        }
        // A whole field: refresh-1 is not refresh-12.
        let fields = request.body.split(separator: "&")
        if !isLogin, !fields.contains("refresh_token=refresh-\(latest)") { isRevoked = true }
        guard !isRevoked else {
            return Response(status: "400 Bad Request", body: #"{"error":"invalid_grant"}"#)
        }
        (latest, acceptsAccessToken) = (latest + 1, true)
        return Response(
            body: """
                {"access_token":"access-\(latest)","refresh_token":"refresh-\(latest)",\
                "token_type":"Bearer","expires_in":\(isLogin ? 1 : 3_600)}
                """)
    }
}

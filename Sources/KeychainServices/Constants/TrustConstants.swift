// What an evaluation of trust says about itself.
// Shared by all threads without a lock, because nobody can change them: see `Constant`.

/// The date for which trust was evaluated.
@safe public nonisolated(unsafe) let kSecTrustEvaluationDate: CFString = Constant("TrustEvaluationDate")

/// The number of a ``SecTrustResultType``.
@safe public nonisolated(unsafe) let kSecTrustResultValue: CFString = Constant("TrustResultValue")

// The names that `Command+OTP` has for the words of a command line, and for what they find.
typealias PasswordTarget = ItemWords
typealias NamedPassword = Login

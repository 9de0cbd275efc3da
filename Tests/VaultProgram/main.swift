import SecureStore
import TokenVault

// The smallest program with a vault in it, for the test of what that makes a program load.
let vault = TokenVault(try ItemStore.inMemory(), service: "api.example")
print(try vault.accounts().count)

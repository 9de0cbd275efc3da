// For sources that say `import Security` and must go on doing so. Only a package that asks for this product
// by name, under an alias for the module, ever meets it.
@_exported public import KeychainServices

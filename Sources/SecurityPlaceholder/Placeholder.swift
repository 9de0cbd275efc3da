// Off Linux the product of the second door still has to exist, because clients name it; Apple's own module is
// used.

// Calls of the C library that its headers show only to those who ask for extensions, which Swift does not.
extern int renameat2(int, const char *, int, const char *, unsigned int);

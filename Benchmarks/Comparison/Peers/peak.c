// Runs a command and prints the most memory, in bytes, that it or a process that it started had. A program as small as
// this one, because what a process was before it became the command counts, too.
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char *argv[]) {
    if (argc < 2) return 64;
    pid_t child = fork();
    if (child == 0) {
        dup2(STDERR_FILENO, STDOUT_FILENO);
        execvp(argv[1], argv + 1);
        _exit(127);
    }
    int status;
    struct rusage usage;
    if (child < 0 || wait4(child, &status, 0, &usage) < 0) return 1;
    printf("%ld\n", usage.ru_maxrss * 1024);
    return 0;
}

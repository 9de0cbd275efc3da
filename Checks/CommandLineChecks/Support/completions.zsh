# What zsh makes of a line that ends in a tab: completions.zsh <command that reads the script> <line>
#
# Completion works at a terminal only, so that a shell at one is asked, and tells whatever is handed to compadd, except
# where functions of its own only ask what would fit. It ends after the first completion; what it prints lies between
# two marks.
zmodload zsh/zpty
zpty terminal zsh -f -i
zpty -w terminal "
PROMPT=
autoload -Uz compinit
$1
mark () { print -r -- \$'\\0' }
compprefuncs=(mark)
comppostfuncs=(mark exit)
bindkey '^I' complete-word
compadd () {
    local -a hits
    if [[ \${@[1,(i)(-|--)]} != *-(O|A|D)\\ * ]]; then
        builtin compadd -A hits \"\$@\"
        print -rl -- \$hits
    fi
    builtin compadd \"\$@\"
}
stty -echo
print READY
"
local line
# Until then it echoes what it is told.
while zpty -r terminal line && [[ $line != *READY* || $line == *print* ]]; do :; done
zpty -n -w terminal "$2"$'\t'
zpty -r terminal line $'*\0' || exit 1
while zpty -r terminal line && [[ $line != *$'\0'* ]]; do print -rn -- "${line//$'\r'/}"; done
zpty -d terminal

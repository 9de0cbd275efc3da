# Calls a secret-tool in all ways, and prints what it says and its exit codes: secret_tool.sh PROGRAM
#
# Left out is what libsecret's leaves to the order of a table: which of several items a lookup finds, and the line `schema`.
tool=$1
call() {
    "$tool" "$@"
    echo "[$?]"
}
details() { grep -vE '^(\[|created|modified|schema)' | sort; }

printf one | call store --label='Mail of Maria' service mail user maria
printf two | call store --label Mail service mail user anna
call lookup service mail user maria
call lookup user anna
call lookup service mail user eva
call lookup -- user anna
printf three | call store --label=Other user maria service mail
call lookup user maria

call search service mail user maria 2> attributes | details
sort attributes
call search --all --unlock service mail 2> attributes | details
sort attributes
call search service web

call clear service web
call clear service mail user maria
call lookup user maria
call clear service mail
call lookup user anna

printf 'a\nb\n' | call store --label=lines kind lines
call lookup kind lines
printf 'p\303\244' | call store --label='ü' kind 'ü x'
call lookup kind 'ü x'
call search kind 'ü x' 2>&1 | details
call store --label=empty kind empty < /dev/null
call lookup kind empty
printf x | call store --label= kind nothing
call search kind nothing 2>&1 | details
printf x | call store --label=schema xdg:schema org.example.S kind schema
call search kind schema 2>&1 | details
for collection in default session nowhere; do
    printf x | call store --label=c --collection=$collection kind $collection 2> errors
    call lookup kind $collection
done

# What is not understood, with the first line that says so.
for words in '' 'frob' 'store service mail' 'store' 'store --label=x' 'store --label=x service' 'lookup' 'lookup service' \
    'clear' 'clear service' 'search' 'search service'; do
    # shellcheck disable=SC2086
    call $words < /dev/null 2> errors
    head -n 1 errors
done

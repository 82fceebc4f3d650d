# fish completion for snag
set -l commands check dump demo explain
set -l check "__fish_seen_subcommand_from check"
set -l checks "stale-value block-atomicity reacquired-lock"
set -l program "__fish_seen_subcommand_from check dump"
set -l analysing "__fish_seen_subcommand_from check dump demo"
set -l any "__fish_seen_subcommand_from $commands"

complete -c snag -n "not $any" -f -a check -d "Analyse a program and report findings"
complete -c snag -n "not $any" -f -a dump -d "Show what Snag sees in a program"
complete -c snag -n "not $any" -f -a demo -d "Analyse the bundled example"
complete -c snag -n "not $any" -f -a explain -d "Print the page of one check"
complete -c snag -n "not $any" -f -l version -d "Print the version"
complete -c snag -s h -l help -d "Print help"

complete -c snag -n "$program" -l class-path -r -d "Further code the program needs"
complete -c snag -n "$program" -l entry -x -d "Where the program starts"
complete -c snag -n "$program" -l models -r -d "Further knowledge about libraries"
complete -c snag -n "$program" -l call-graph -x -a "cha rta vta" -d "How calls find their targets"
complete -c snag -n "$program" -l jobs -x -d "Worker threads"

complete -c snag -n "$check" -l checks -x -a "$checks" -d "Only these checks"
complete -c snag -n "$check" -l profile -x -a "review audit" -d "What is reported"
complete -c snag -n "$check" -l assume-unknown -x -a "shared unshared" -d "What methods without code return"
complete -c snag -n "$check" -l relaxed -d "reacquired-lock: also two different locks"
complete -c snag -n "$check" -l lock-depth -x -a "0 1 2 3 4 5" -d "reacquired-lock: fields on the way to a lock"
complete -c snag -n "$check" -l source-path -x -a "(__fish_complete_directories)" -d "Folders of the sources"
complete -c snag -n "$check" -l format -x -a "text json html" -d "Form of the report"
complete -c snag -n "__fish_seen_subcommand_from explain" -f -a "$checks"

complete -c snag -n "__fish_seen_subcommand_from dump" -a "classes ir callgraph threads locks"
complete -c snag -n "__fish_seen_subcommand_from dump" -l format -x -a "text dot" -d "Form of the output"
complete -c snag -n "__fish_seen_subcommand_from dump" -l class -x -d "Only this class"
complete -c snag -n "__fish_seen_subcommand_from dump" -l method -x -d "Only methods of this name"

complete -c snag -n "$analysing" -l jdk -x -a "(__fish_complete_directories)" -d "JDK whose library is analysed"
complete -c snag -n "$analysing" -l output -r -d "Write to a file"
complete -c snag -n "$analysing" -l stats -d "Print times and counts"
complete -c snag -n "$analysing" -l color -x -a "auto always never" -d "Colour in text and diagnostics"

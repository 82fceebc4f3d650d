# fish completion for snag
set -l commands check dump demo
set -l program "__fish_seen_subcommand_from check dump"
set -l any "__fish_seen_subcommand_from $commands"

complete -c snag -n "not $any" -f -a check -d "Analyse a program and report findings"
complete -c snag -n "not $any" -f -a dump -d "Show what Snag sees in a program"
complete -c snag -n "not $any" -f -a demo -d "Analyse the bundled example"
complete -c snag -n "not $any" -f -l version -d "Print the version"
complete -c snag -s h -l help -d "Print help"

complete -c snag -n "$program" -l class-path -r -d "Further code the program needs"
complete -c snag -n "$program" -l entry -x -d "Where the program starts"
complete -c snag -n "$program" -l models -r -d "Further knowledge about libraries"
complete -c snag -n "$program" -l call-graph -x -a "cha rta vta" -d "How calls find their targets"
complete -c snag -n "$program" -l jobs -x -d "Worker threads"
complete -c snag -n "__fish_seen_subcommand_from check" -l format -x -a "text json" -d "Form of the report"

complete -c snag -n "__fish_seen_subcommand_from dump" -a "classes ir callgraph threads locks"
complete -c snag -n "__fish_seen_subcommand_from dump" -l format -x -a "text dot" -d "Form of the output"
complete -c snag -n "__fish_seen_subcommand_from dump" -l class -x -d "Only this class"
complete -c snag -n "__fish_seen_subcommand_from dump" -l method -x -d "Only methods of this name"

complete -c snag -n "$any" -l jdk -x -a "(__fish_complete_directories)" -d "JDK whose library is analysed"
complete -c snag -n "$any" -l output -r -d "Write to a file"
complete -c snag -n "$any" -l stats -d "Print times and counts"
complete -c snag -n "$any" -l color -x -a "auto always never" -d "Colour in diagnostics"

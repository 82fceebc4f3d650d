# bash completion for snag
_snag() {
    local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]}
    local program_options="--class-path --entry --models --call-graph --jobs"
    local check_options="--checks --profile --assume-unknown --relaxed --lock-depth --source-path --format"
    local checks="stale-value block-atomicity reacquired-lock"
    local common_options="--jdk --output --stats --color --help"
    COMPREPLY=()
    if [ "$COMP_CWORD" -eq 1 ]; then
        mapfile -t COMPREPLY < <(compgen -W "check dump demo explain --help --version" -- "$word")
        return
    fi
    case $previous in
        --jdk | --source-path)
            mapfile -t COMPREPLY < <(compgen -d -- "$word")
            return
            ;;
        --format)
            local formats="text json html"
            [ "$command" = dump ] && formats="text dot"
            mapfile -t COMPREPLY < <(compgen -W "$formats" -- "$word")
            return
            ;;
        --checks)
            mapfile -t COMPREPLY < <(compgen -W "$checks" -- "$word")
            return
            ;;
        --profile)
            mapfile -t COMPREPLY < <(compgen -W "review audit" -- "$word")
            return
            ;;
        --assume-unknown)
            mapfile -t COMPREPLY < <(compgen -W "shared unshared" -- "$word")
            return
            ;;
        --lock-depth)
            mapfile -t COMPREPLY < <(compgen -W "0 1 2 3 4 5" -- "$word")
            return
            ;;
        --call-graph)
            mapfile -t COMPREPLY < <(compgen -W "cha rta vta" -- "$word")
            return
            ;;
        --color)
            mapfile -t COMPREPLY < <(compgen -W "auto always never" -- "$word")
            return
            ;;
        --entry | --jobs | --class | --method) return ;;
    esac
    if [[ $word == -* ]]; then
        case $command in
            check) mapfile -t COMPREPLY < <(compgen -W "$program_options $check_options $common_options" -- "$word") ;;
            dump) mapfile -t COMPREPLY < <(compgen -W "$program_options --class --method --format $common_options" -- "$word") ;;
            demo) mapfile -t COMPREPLY < <(compgen -W "$common_options" -- "$word") ;;
            explain) mapfile -t COMPREPLY < <(compgen -W "--help" -- "$word") ;;
        esac
    elif [ "$command" = dump ] && [ "$COMP_CWORD" -eq 2 ]; then
        mapfile -t COMPREPLY < <(compgen -W "classes ir callgraph threads locks" -- "$word")
    elif [ "$command" = explain ]; then
        mapfile -t COMPREPLY < <(compgen -W "$checks" -- "$word")
    else
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
    fi
}
complete -o filenames -F _snag snag

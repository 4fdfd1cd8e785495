// The shell program that outlives a killed runner and cleans up after it.

/**
 * A POSIX `sh` program. It reads lines from standard input: `+ N` a process group begins, `- N` it is gone,
 * `d PATH` a folder belongs to the run. At the end of input, however that came, it kills the groups that are left
 * and removes the folders. A group that is still dying may write once more, hence the second attempt.
 */
export const WATCHDOG_PROGRAM = `
trap '' INT TERM HUP QUIT
groups=' '
while IFS= read -r line; do
  value=\${line#??}
  case $line in
    '+ '*) groups="$groups$value " ;;
    '- '*)
      case $groups in
        *" $value "*) groups="\${groups%%" $value "*} \${groups#*" $value "}" ;;
      esac ;;
    'd '*) set -- "$@" "$value" ;;
  esac
done
for group in $groups; do
  [ "$group" -gt 1 ] && kill -s KILL -- "-$group"
done 2>/dev/null
for folder do
  rm -rf -- "$folder" 2>/dev/null || { sleep 1; rm -rf -- "$folder" 2>/dev/null; }
done
`

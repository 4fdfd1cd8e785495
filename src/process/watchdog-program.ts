// The shell program that outlives a killed runner and cleans up after it.

/**
 * A POSIX `sh` program. It reads lines from standard input: `+ N` a process group begins, `- N` it is gone,
 * `m N-MARK` the descendants of group N that left it are to be ended too, `n N-MARK` they are gone,
 * `d PATH` a folder belongs to the run. At the end of input, however that came, it kills what is left and removes the
 * folders. A group that is still dying may write once more, hence the second attempt.
 *
 * Descendants are found twice: by their parents, as long as the group lives and where there is `ps`; and, where there
 * is `/proc`, by their mark, at least twice and until nobody carries it any more. Not every `grep`
 * reads beyond a NUL; one that does narrows the search down.
 */
export const WATCHDOG_PROGRAM = `
trap '' INT TERM HUP QUIT
groups=' '
marks=' '
while IFS= read -r line; do
  value=\${line#??}
  case $line in
    '+ '*) groups="$groups$value " ;;
    '- '*)
      case $groups in
        *" $value "*) groups="\${groups%%" $value "*} \${groups#*" $value "}" ;;
      esac ;;
    'm '*) marks="$marks$value " ;;
    'n '*)
      case $marks in
        *" $value "*) marks="\${marks%%" $value "*} \${marks#*" $value "}" ;;
      esac ;;
    'd '*) set -- "$@" "$value" ;;
  esac
done
descendants() {
  ps -A -o pid=,ppid=,pgid= | awk -v marks="$marks" '
    BEGIN { count = split(marks, list, " "); for (i = 1; i <= count; i++) { sub(/-.*/, "", list[i]); group[list[i]] = 1 } }
    { parent[$1] = $2; if ($3 in group) ours[$1] = 1; else rest[$1] = 1 }
    END {
      do {
        grown = 0
        for (pid in rest) if (!(pid in ours) && (parent[pid] in ours)) { ours[pid] = 1; grown = 1; print pid }
      } while (grown)
    }'
}
candidates() {
  if printf 'a\\0b' | grep -q b; then
    grep -ls EVAL_CHECKS_RUN= /proc/[0-9]*/environ
  else
    echo /proc/[0-9]*/environ
  fi
}
carriers() {
  for file in $(candidates); do
    [ -r "$file" ] || continue
    pid=\${file#/proc/}
    text=$(tr '\\0' '\\n' <"$file" | grep '^EVAL_CHECKS_RUN=') || continue
    for mark in $marks; do
      case $text in *"\${mark#*-}"*) echo "\${pid%/environ}"; break ;; esac
    done
  done
}
slay() {
  for pid do
    [ "$pid" -gt 1 ] && [ "$pid" -ne $$ ] && kill -s KILL "$pid"
  done
}
{
  outside=
  [ "$marks" = ' ' ] || outside=$(descendants)
  for group in $groups; do
    [ "$group" -gt 1 ] && kill -s KILL -- "-$group"
  done
  slay $outside
  round=0
  while [ "$marks" != ' ' ] && [ $round -lt 10 ]; do
    outside=$(carriers)
    [ -n "$outside" ] || [ $round -eq 0 ] || break
    slay $outside
    round=$((round + 1))
  done
} 2>/dev/null
for folder do
  rm -rf -- "$folder" 2>/dev/null || { sleep 1; rm -rf -- "$folder" 2>/dev/null; }
done
`

/** Lines by their form alone: none of these knows a language. */

/** Date and time to the second, time to the second, syslog's time, or a level that logs begin with. */
const LOG = [
  /^\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d|[+Z])/,
  /^\[?\d\d:\d\d:\d\d\b/,
  /^\p{Lu}\p{Ll}{2} {1,2}\d{1,2} \d\d:\d\d:\d\d /u,
  /^[[<]?(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|FATAL|CRITICAL|PANIC)\b[\]>]?(?:[:| \t[(]|$)/,
  /^[VDIWEF]\/[\w.]{2,80} ?[(:]/,
  /^\d{1,3}(?:\.\d{1,3}){3} - /,
  /^HTTP\/\d/,
  /^(?:ts|time|level)=\S/,
];

/** What a person says at a time, in the transcript of a meeting. */
const TRANSCRIPT = /^\[?\d\d:\d\d:\d\d\]? \p{Lu}[\p{L}'’-]{0,30}(?: \p{Lu}[\p{L}'’.-]{0,30}){0,2}: /u;

const CODE = [
  /^(?:diff --git |index [0-9a-f]{7,}|@@ -\d|\+\+\+ [\w/."]|--- [\w/."]|commit [0-9a-f]{7,40}$)/,
  /^\s*at [\w$.<>[\]/ ]{1,200}\(/,
  /^\s*File "[^"]{1,200}", line \d/,
  /^[\w$.]{0,80}(?:Error|Exception): /,
  /^(?:Traceback \(|Exception in thread|panicked at|thread '|goroutine \d|Caused by:)/,
  /^\s*\d{1,3}: +[\w<>{}]{1,80}(?:::|\.)\w/,
  /^[\w./\\-]{1,200}\.\w{1,5}:\d+/,
  /^[$%] \S/,
  /^#!\/|^#include\b/,
  /^\s*(?:\/\/|\/\*|\*\/|<!--|<\/?\w{1,30}[ >/])/,
  /^\s*(?:import|from|export|const|let|var|def|class|fn|func|function|public|private|static|return|package|using)\b.*[(){};:=]/,
  /^\s*(?:select\b.*\bfrom|insert into \w+|update \w+ set|delete from \w+|create table|alter table|drop table)\b/i,
  /[\w)\]"'](?:;|\s?\{|\s?=>\s?\{?)\s*$/,
  /^\s*[})\]]+[;,]?\s*$/,
  /^\s*[\w.$]{1,80}(?:\(.{0,200}\)|\[.{0,80}\])?\s(?:[+\-*/|&]?=|:=)\s\S/,
  /^\s*@\w{1,80}(?:\(|$)/,
];

/** Forms of identifiers, flags, paths, files, calls, versions and hashes. */
const IDENTIFIER = [
  /^--?[a-z][\w-]{2,}$/,
  /[\p{L}\p{N}]_[\p{L}\p{N}]/u,
  /^\p{Ll}+\p{Lu}/u,
  /^[\w.~-]*\/[\w.~/-]*\w$/,
  /^[\w$]+(?:\.[\w$]+)+$/,
  /\w(?:::|->|#)\w/,
  /[\w$]\(.{0,80}\)$/,
  /^v?\d+\.\d+\.\d/,
  /^[0-9a-f]{7,40}$/,
];
const MAX_WORD = 200;
const MARK = /[^\p{L}\p{N}$_/)~-]/u;
const MAX_LINE = 2_000;
/** Share of a line's words that are identifiers, from which it is code. */
const MIN_IDENTIFIERS = 0.34;

/** Whether a line is one that programs log. */
export function isLogLine(line: string): boolean {
  const beginning = line.slice(0, MAX_LINE);
  return LOG.some((form) => form.test(beginning)) && !TRANSCRIPT.test(beginning);
}

/** Whether a line is source code, part of a diff or of a stack trace, or output of a tool about code. */
export function isCodeLine(line: string): boolean {
  const beginning = line.slice(0, MAX_LINE);
  if (CODE.some((form) => form.test(beginning))) return true;
  const words = beginning.trim().split(/\s+/);
  return words.filter(isIdentifier).length >= Math.max(1, words.length * MIN_IDENTIFIERS);
}

/** Whether a word is an identifier, a flag, a path, a file, a call, a version or a hash, whatever marks are around. */
export function isIdentifier(word: string): boolean {
  if (word.length > MAX_WORD) return true;
  let [start, end] = [0, word.length];
  while (start < end && MARK.test(word[start] ?? '')) start += 1;
  while (end > start && MARK.test(word[end - 1] ?? '')) end -= 1;
  const bare = word.slice(start, end);
  return IDENTIFIER.some((form) => form.test(bare));
}

/** Whether a line is a heading. */
export function isHeading(line: string): boolean {
  return /^#{1,6} +\S/.test(line);
}

/** Whether a line is an item of a list. */
export function isListItem(line: string): boolean {
  return /^\s*(?:[-*•+]|\d{1,3}[.)]|\[[ x]\]) +\S/.test(line);
}

/** Number of vertical bars that divide a line into the cells of a table. */
export function barsOf(line: string): number {
  return line.length > MAX_LINE ? 0 : line.split('|').length - 1;
}

/** The delimiter and number of cells of a line of separated values; null if it has fewer than three. */
export function cellsOf(line: string): { readonly delimiter: string; readonly count: number } | null {
  if (line.length > MAX_LINE) return null;
  for (const delimiter of ['\t', ';', ',']) {
    const cells = splitCells(line, delimiter);
    if (cells.length >= 3 && cells.every((cell) => cell.length <= 80 && !/[.!?] \p{Lu}/u.test(cell)))
      return { delimiter, count: cells.length };
  }
  return null;
}

/** Cells of a line of separated values, with their quotes. */
export function splitCells(line: string, delimiter: string): string[] {
  const cells: string[] = [];
  let [begin, quoted] = [0, false];
  for (let i = 0; i < line.length; i++) {
    if (line[i] === '"') quoted = !quoted;
    else if (!quoted && line[i] === delimiter) {
      cells.push(line.slice(begin, i));
      begin = i + 1;
    }
  }
  return [...cells, line.slice(begin)];
}

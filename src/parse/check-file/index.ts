// Parsing check files: bytes in, a check or all of its faults out. Nothing here touches a disk, a clock or a process.
export { codeFrame } from './code-frame.js'
export { findDuplicateIds, type LocatedCheck } from './duplicate-ids.js'
export { type CheckFileInput, type CheckFileResult, parseCheckFile } from './parse-check-file.js'
export { toParsedPositions } from './parsed-positions.js'

// Reading sample files: bytes in, samples or all of their faults out. Nothing here touches a disk or a process.
export { findDuplicateSamples } from './duplicate-samples.js'
export { readSampleFile, type SampleFileResult } from './read-sample-file.js'

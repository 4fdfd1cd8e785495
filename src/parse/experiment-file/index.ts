// Reading experiment files: bytes in, their keys or all of their faults out. Nothing here touches a disk or a process.
export {
  type ExperimentFileInput,
  type ExperimentFileResult,
  readExperimentFile,
} from './read-experiment-file.js'

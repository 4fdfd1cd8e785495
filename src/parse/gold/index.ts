// Reading gold folders: the bytes of their files in, scores or all faults out. Nothing here touches a disk.
export { type GoldFolder, type GoldResult, readGold } from './read-gold.js'

// Process groups: sending signals to all members and seeing when the last one is gone.
import { readdirSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { readProcFile } from './read-proc-file.js'

/** Milliseconds between two looks at a group that is expected to end. */
export const GROUP_POLL_MS = 25

const windows = process.platform === 'win32'

/**
 * Sends a signal to every member of a process group. A group that is gone, or whose members belong to another
 * user, is no error. Windows has no groups: there only the leader is ended.
 */
export function signalGroup(leader: number, signal: NodeJS.Signals): void {
  sendToGroup(leader, signal)
}

/** Whether a process group has members that still run. Members that only wait to be reaped do not count. */
export function isGroupAlive(leader: number): boolean {
  if (windows || !sendToGroup(leader, 0)) return false
  return hasRunningMember(leader) ?? true
}

/** Waits until a group is gone. Resolves with false when it is still there after `withinMs`. */
export async function waitForGroupEnd(leader: number, withinMs: number): Promise<boolean> {
  for (let waitedMs = 0; isGroupAlive(leader); waitedMs += GROUP_POLL_MS) {
    if (waitedMs >= withinMs) return false
    await delay(GROUP_POLL_MS)
  }
  return true
}

function sendToGroup(leader: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(windows ? leader : -leader, signal)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Signal 0 reaches zombies too, and where process 1 reaps nobody they stay for ever. Null: no `/proc` here. */
function hasRunningMember(leader: number): boolean | null {
  if (process.platform !== 'linux') return null
  try {
    const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
    return processes.some((name) => isRunningMember(name, leader))
  } catch {
    return null
  }
}

function isRunningMember(processId: string, leader: number): boolean {
  try {
    const stat = readProcFile(`/proc/${processId}/stat`).toString('latin1')
    // pid (command, may hold anything) state parent group ...
    const [state, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return group === String(leader) && state !== 'Z' && state !== 'X'
  } catch {
    return false
  }
}

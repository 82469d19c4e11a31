import { spawnSync } from 'node:child_process';
import { readFileSync, readlinkSync, realpathSync } from 'node:fs';

/** Whether a process of this number runs. One that has ended and that its parent has not waited for does not. */
export const isAlive = (pid: number): boolean => isTaken(pid) && statFields(pid)?.[0] !== 'Z';

/** Whether the number is in use, be it by a process that has ended. */
export function isTaken(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Tells two processes of the same number apart; undefined when the platform does not say. */
export function startOf(pid: number): string | undefined {
  return statFields(pid)?.[19] ?? askPs(pid, 'lstart=');
}

/** Whether the process is the Postgres server of the directory. Where that cannot be seen the answer is yes. */
export function worksIn(pid: number, dataDir: string): boolean {
  try {
    // The server makes its data directory the working directory.
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(dataDir);
  } catch {
    // No /proc, or no permission (root without CAP_SYS_PTRACE, as in a container).
    return commandOf(pid)?.includes('postgres') ?? true;
  }
}

function commandOf(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return askPs(pid, 'command=');
  }
}

/** The fields of /proc/PID/stat from the state on: the name before them may itself hold spaces and brackets. */
function statFields(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

function askPs(pid: number, column: string): string | undefined {
  const ps = spawnSync('ps', ['-o', column, '-p', String(pid)], { encoding: 'utf8' });
  return ps.status === 0 ? ps.stdout.trim() : undefined;
}

import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Programs of an earlier commit. */
export interface OlderVersion {
  /** Root of its built repository. */
  readonly root: string;
  remove: () => Promise<void>;
}

/**
 * Builds a commit of the repository in a separate folder, with the installed packages. @throws if git does not have the
 * commit
 */
export async function buildOlderVersion(root: string, commit: string): Promise<OlderVersion> {
  const older = await mkdtemp(join(tmpdir(), 'engraph-older-'));
  const remove = async (): Promise<void> => {
    await run('git', ['worktree', 'remove', '--force', older], { cwd: root }).catch(() => undefined);
    await rm(older, { recursive: true, force: true });
  };
  try {
    await run('git', ['worktree', 'add', '--detach', older, commit], { cwd: root });
    await symlink(join(root, 'node_modules'), join(older, 'node_modules'));
    await run('npm', ['run', '-s', 'build'], { cwd: older });
  } catch (error) {
    await remove();
    throw error;
  }
  return { root: older, remove };
}

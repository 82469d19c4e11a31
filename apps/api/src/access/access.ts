import type { ApiKeyScope } from '@meeting-assistant/contracts';

/** Who a request is from, and what they may do. */
export interface Access {
  /** What rate limits are counted by. */
  subject: string;
  /** Null for a key of the installation, which belongs to no workspace. */
  workspaceId: string | null;
  scopes: readonly ApiKeyScope[];
}

/** `admin` implies the scopes of daily work, never `instance`. */
export function allows(access: Access, scope: ApiKeyScope): boolean {
  return access.scopes.includes(scope) || (scope !== 'instance' && access.scopes.includes('admin'));
}

/** An owner who is logged in. */
export interface Owner {
  id: string;
  name: string;
  email: string;
  language: string;
  digest: 'weekly' | 'off';
  /** The running session. */
  sessionId: string;
  /** When an earlier session saw the portal last; null on the first visit. */
  seenBefore: string | null;
}

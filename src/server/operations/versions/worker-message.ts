/** The login of the demo owner, sent once on an empty database. */
export type Demo = { email: string; password: string } | null;

/** A message from a worker to its supervisor; versions are named by their folders. */
export interface WorkerMessage {
  shown?: string;
  /** The version needs a process of its own: its code or a setting that is read at the start is another. */
  needsProcess?: string;
  cannotShow?: string;
  why?: string;
  listening?: number;
  failed?: string;
  retired?: boolean;
  demo?: Demo;
}

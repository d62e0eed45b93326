interface Login {
  email: string;
  password: string;
}

/** The logins of the demo owner and the demo member of staff, each sent once: when it was created. */
export type Demo = { owner: Login | null; staff: Login | null } | null;

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

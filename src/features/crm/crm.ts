import * as z from 'zod';

/** A CRM that an importer asks for its properties. */
export interface CrmConnection {
  /** Its settings, in `connections` of settings/import.json. */
  options: Readonly<Record<string, string | number | boolean>>;
  /** A key from the environment; throws a sentence that names the variable when it is not set. */
  secret(variable: string): string;
  /**
   * Sends a request and returns the text of the response; throws `CrmProblem` when there is none after several
   * attempts, or one that is no success.
   */
  request(url: string, init: CrmRequest): Promise<string>;
  /**
   * A response that does not change as long as its key stays the same: the one of an earlier import, or else a new one.
   */
  remembered(key: string, load: () => Promise<string>): Promise<string>;
}

/** What a request to a CRM needs: its settings, its keys, and what sends it. */
export type CrmRequests = Pick<CrmConnection, 'options' | 'secret' | 'request'>;

export interface CrmRequest {
  method: 'GET' | 'POST' | 'PUT';
  headers?: Readonly<Record<string, string>>;
  body?: string;
}

/** Why a CRM gave nothing; the message has no key and no personal data. */
export class CrmProblem extends Error {
  readonly problem: 'refused' | 'unreachable' | 'incomplete';
  /** HTTP status of the response that is no success; null when there was none, or the problem is another one. */
  readonly status: number | null;

  constructor(problem: CrmProblem['problem'], message: string, status: number | null = null) {
    super(message);
    this.problem = problem;
    this.status = status;
  }
}

/** What a CRM says has happened to one of its properties. */
export interface CrmEvent {
  /** ID of the property in the CRM. */
  sourceId: string;
  kind: 'changed' | 'deleted';
  /** When it happened by the clock of the CRM, as ISO 8601 in UTC. */
  happenedAt: string;
}

/** An event that waits for an import. */
export interface PendingEvent extends CrmEvent {
  /** When the site received it, as ISO 8601 in UTC. */
  receivedAt: string;
}

const KINDS = { 'estate-added': 'changed', 'estate-updated': 'changed', 'estate-deleted': 'deleted' } as const;

const sweepbrightEvent = z.object({
  event: z.enum(['estate-added', 'estate-updated', 'estate-deleted']),
  estate_id: z.string().regex(/^[\w-]{10,64}$/),
  happened_at: z.iso.datetime({ offset: true }),
});

/** The event in the body of a webhook of SweepBright; null when it is none. */
export function sweepbrightEventIn(body: string): CrmEvent | null {
  let data: unknown;
  try {
    data = JSON.parse(body);
  } catch {
    return null;
  }
  const parsed = sweepbrightEvent.safeParse(data);
  if (!parsed.success) return null;
  const { event, estate_id: sourceId, happened_at: happenedAt } = parsed.data;
  return { sourceId, kind: KINDS[event], happenedAt: new Date(happenedAt).toISOString() };
}

import { type EventStream, openEventStream, type StreamLogin } from '../staff/event-stream.server.ts';
import type { StaffMember } from '../staff/staff.server.ts';

const POLL_MS = 250;
/** The publisher ends when nobody asks for so long; an open page keeps what it shows fresh. */
const ASK_MS = 60_000;

interface Parts {
  login: StreamLogin;
  publish: {
    state(person: StaffMember): Promise<{ isBusy: boolean; words: string; done?: number; all?: number } | null>;
    digest(): string;
    prepare(): void;
  };
}

/** Tells open publish pages how far a publish is; `digest` differs when one would show something else. */
export function publishLive({ login, publish }: Parts): EventStream {
  let askedMs = Date.now();
  return openEventStream<StaffMember>('publishing', login, {
    pollMs: POLL_MS,
    retryMs: 500,
    most: 100,
    mostPerSession: 2,
    page: (person) => person,
    async round() {
      if (Date.now() - askedMs <= ASK_MS) return;
      askedMs = Date.now();
      publish.prepare();
    },
    async message(person) {
      const { isBusy = false, words = '', done = null, all = null } = (await publish.state(person)) ?? {};
      return { busy: isBusy, words, done, all, digest: publish.digest() };
    },
  });
}

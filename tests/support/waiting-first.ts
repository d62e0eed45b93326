import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Test files that wait for most of their time: slow uploads, delays of mails, servers that start. */
const WAITING = [
  'views/studio-photos',
  'views/posts-locked',
  'server/reply-trial',
  'server/start',
  'server/studio-live',
  'server/outbox',
];

/** Runs what waits first, so that no core is idle at the end because of it. */
export class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) =>
      WAITING.some((name) => moduleId.endsWith(`${name}.test.ts`)) ? 0 : 1;
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other));
  }
}

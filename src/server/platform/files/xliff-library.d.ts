// The library has no types of its own; these are the parts that are used.
declare module 'xliff/jsToXliff12' {
  import type { XliffDocument } from './xliff.ts';

  const write: (
    document: XliffDocument,
    options: { indent: string },
    done: (problem: Error | null, xml: string) => void,
  ) => void;
  export default write;
}
declare module 'xliff/xliff12ToJs' {
  const read: (
    xml: string,
    options: { captureSpacesBetweenElements: boolean; textFn(text: string): string },
    done: (problem: Error | null, document?: unknown) => void,
  ) => void;
  export default read;
}

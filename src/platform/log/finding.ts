/** The result of one check of a running site: well, a warning, or broken. */
export interface Finding {
  name: string;
  state: 'ok' | 'warn' | 'fail';
  /** One plain sentence for the operator; it never contains a secret or a visitor's data. */
  message: string;
  facts?: Record<string, unknown>;
}

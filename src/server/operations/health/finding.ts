/** What one look found: well, worth a look, or broken. */
export interface Finding {
  name: string;
  state: 'ok' | 'warn' | 'fail';
  /** One plain sentence for the operator; never a secret, never a visitor's data. */
  message: string;
  facts?: Record<string, unknown>;
}

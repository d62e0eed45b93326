declare module 'rate-limiter-flexible/lib/RateLimiterStoreAbstract.js' {
  import { RateLimiterRes } from 'rate-limiter-flexible';

  /** The base class of all stores, which the package does not export by name. */
  export default abstract class RateLimiterStoreAbstract {
    constructor(options: { points: number; duration: number; keyPrefix?: string; inMemoryBlockOnConsumed?: number });
    points: number;
    consume(key: string, points?: number): Promise<RateLimiterRes>;
    /** Deletes what was counted for a key, also from memory. */
    delete(key: string): Promise<boolean>;
  }
}

/** What settings/portal.json says about counting views and searches. */
export interface CountSettings {
  countViews: boolean;
  countSearches: boolean;
  /** true: a browser that asks not to be tracked is not counted. */
  respectSignals: boolean;
}

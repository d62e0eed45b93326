declare namespace App {
  /** What every page and component can ask of the answer being made; filled in by the middleware. */
  interface Locals {
    /**
     * The version's content; handed in by the HTTP server for pages on demand, out of the collections while building.
     */
    site: import('./server/catalogue/site/site.ts').Site;
    language: import('./i18n/languages.ts').Language;
    /** The text of a label in the language of the page. */
    t: import('./i18n/label-key.ts').Translate;
    /**
     * Address as the visitor typed it, path and query; differs from Astro.url where the server leads to an inner path.
     */
    requestPath: string;
    /** IP address of the visitor, by the rules of TRUST_PROXY. */
    ipAddress?: string;
    /** A page shown before it is public. */
    preview?: boolean;
    /** Who is logged in to the owner portal; looked up for its addresses only. */
    owner?: import('./server/services/owners/auth/owner.ts').Owner | null;
    /** Who is logged in could not be looked up. */
    failed?: boolean;
    /** FormValues what only the server process can know; absent while building. */
    services?: import('./server/app/services.ts').AppServices;
  }
}

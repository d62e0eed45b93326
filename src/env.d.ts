interface ImportMetaEnv {
  /** Address of the file that reads the content folder; null in a bundle of pages, which is given its content. */
  readonly CONTENT_LOADER: string | null;
  /** URL of React, which the islands share; absent in development. */
  readonly REACT_URL?: string;
}

declare namespace App {
  /** What the server gives to pages and endpoints. */
  type Services = import('./app/services.ts').AppServices;

  /** Data of the current response for every page and component; set by the middleware. */
  interface Locals {
    /** The version's content: passed in by the HTTP server for pages on demand, from the collections during a build. */
    site: import('./content/site/site.ts').Site;
    language: import('./i18n/languages.ts').Language;
    /** The public URL of the site, without a path; the bundle of the pages does not depend on it. */
    siteUrl: string;
    /** The text of a label in the language of the page. */
    t: import('./i18n/label-key.ts').Translate;
    /**
     * Path and query as the visitor requested them; differs from Astro.url where the server rewrites to an internal
     * path.
     */
    requestPath: string;
    /** The query of `requestPath`. */
    query: URLSearchParams;
    /** Set for a form page that is rendered once: stands for the page from which each visitor came. */
    pageBefore?: string;
    /** The HTML of a prerendered page of this version; null when there is none. Absent during a build. */
    pageAt?: (path: string) => string | null;
    /** The HTML of any page of this version as everybody gets it; null when there is none. Absent during a build. */
    pageForAll?: (path: string) => Promise<string | null>;
    /** The photographs of some properties of this version, by their number. Absent during a build. */
    photographs?: (
      ids: ReadonlySet<number>,
    ) => ReadonlyMap<number, readonly import('./features/property/listing.ts').Photo[]>;
    /** IP address of the visitor, according to TRUST_PROXY. */
    ipAddress?: string;
    /** true: a page shown before it is public. */
    preview?: boolean;
    /** Origin of the pages that this page may show in a frame, besides those of its own host. */
    frames?: string;
    /** Origin of the pages that may show this page in a frame; left out = none. */
    framedBy?: string;
    /** The form of the studio from which a preview was opened. */
    previewedFrom?: string;
    /** Whose session this response reads; left out = nobody's. */
    session?: 'owner' | 'staff' | null;
    /** The owner who is logged in to the portal; looked up for portal URLs only. */
    owner?: import('./features/owner/sessions.server.ts').Owner | null;
    pendingOwner?: import('./features/owner/sessions.server.ts').Owner | null;
    /** The member of staff who is logged in to the studio; looked up for studio URLs only. */
    staff?: import('./features/staff/staff.server.ts').StaffMember | null;
    /** Set where staff see what an owner sees: read only, and these properties only. */
    seenAs?: { owner: import('./features/owner/sessions.server.ts').Owner; properties: string[]; section: string };
    /** true: the lookup of the owner failed. */
    failed?: boolean;
    /**
     * The body of an upload of the studio as it arrives; it is given more time and may be larger than that of other
     * requests.
     */
    bodyOfUpload?: () => import('node:stream').Readable;
    /** Services that only the server process has; absent during a build. */
    services?: Services;
  }
}

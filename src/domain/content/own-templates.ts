/** The .astro file of each row of the route map that is not an ordinary page, article or thank-you page. */
export const OWN_TEMPLATES: Readonly<Record<string, string>> = {
  home: 'Homepage',
  'for-sale': 'PropertyList',
  'for-rent': 'PropertyList',
  projects: 'ProjectList',
  search: 'SearchResults',
  shortlist: 'Shortlist',
  compare: 'Compare',
  costs: 'Costs',
  statistics: 'PropertyStatistics',
  login: 'Login',
  'login-password': 'LoginPassword',
  'login-link': 'LoginLink',
  owner: 'OwnerOverview',
  'owner-viewings': 'OwnerEntries',
  'owner-communications': 'OwnerEntries',
  'owner-media': 'OwnerEntries',
  'owner-appearances': 'OwnerEntries',
  'owner-offers': 'OwnerOffers',
  'owner-statistics': 'OwnerStatistics',
  'owner-documents': 'OwnerDocuments',
  'owner-advert': 'OwnerAdvert',
  'owner-account': 'OwnerAccount',
  'viewing-feedback': 'ViewingFeedback',
};

/** Whether a row of the route map shows a page of menu/ and cannot be built without it. */
export const needsPage = ({ name, type, form }: { name: string; type: string; form?: string | undefined }): boolean =>
  type === 'page' && !form && (name === 'projects' || !Object.hasOwn(OWN_TEMPLATES, name));

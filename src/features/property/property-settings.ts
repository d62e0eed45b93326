import type { OfficeSettings } from '../agency/office-settings.ts';
import type { SiteSettings } from '../agency/site-settings.ts';
import type { AdvertSettings } from './advert-settings.ts';
import type { EnergySettings } from './energy-settings.ts';

/** The settings of a site that say what a property is and what its advert must state. */
export interface PropertySettings {
  site: SiteSettings;
  offices: OfficeSettings;
  energy: EnergySettings;
  adverts: AdvertSettings;
}

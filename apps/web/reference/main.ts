import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import '../ui/tokens.css';
import '../ui/base.css';
import '../ui/controls.css';
import './reference.css';
import { chooseTheme } from './appearance.ts';
import { revealTarget, revealTargets } from './folds.ts';
import { navigateWithin } from './navigate.ts';
import { fillOrganization, offerOrganizations } from './organization.ts';
import { prepareSamples } from './samples.ts';
import { offerSearch } from './search.ts';
import { prepareTryIt } from './try-it.ts';

/** What the build has rendered can be read without this; here it gets what needs a script. */
function prepare(): void {
  prepareSamples();
  prepareTryIt();
  revealTarget();
  fillOrganization();
}

prepare();
chooseTheme();
offerSearch();
revealTargets();
navigateWithin(prepare);
void offerOrganizations();

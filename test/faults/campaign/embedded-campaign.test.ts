import { expect, test } from '@jest/globals';
import { startEmbeddedDeployment } from './embedded-deployment.js';
import { runShortCampaign } from './short-campaign.js';

test('a campaign over the embedded mode keeps what was acknowledged', async () => {
  const reached = await runShortCampaign(startEmbeddedDeployment, 3_000);
  expect(reached).toContain('extract.before-projection');
}, 900_000);

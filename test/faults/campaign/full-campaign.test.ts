import { expect, test } from '@jest/globals';
import { FAILPOINTS } from '#failpoints/failpoints.js';
import { startFullDeployment } from './full-deployment.js';
import { runShortCampaign } from './short-campaign.js';

test('a campaign over api, extractors, Kafka and Postgres keeps what was acknowledged and reaches every failpoint', async () => {
  const reached = await runShortCampaign(startFullDeployment, 1_500);
  expect(FAILPOINTS.filter((name) => !reached.has(name))).toEqual([]);
}, 900_000);

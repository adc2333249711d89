import { killNine, startInstallation } from './kill-nine.js';

/** `npm run faults [-- WRITES]`: the long form, 2,000 writes unless told otherwise. */
const writes = Number(process.argv[2] ?? 2_000);
const installation = await startInstallation();
const report = await killNine(installation, writes, (line) => {
  process.stdout.write(`${line}\n`);
}).finally(() => installation.stop());
process.stdout.write(`${JSON.stringify(report)}\n`);
const { acknowledged, unanswered, ...faults } = report;
const harmed = Object.values(faults).some((count) => count > 0);
process.exitCode = harmed || acknowledged + unanswered !== writes ? 1 : 0;

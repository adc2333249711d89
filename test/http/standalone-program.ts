import 'reflect-metadata';
import { startStandalone } from '#apps/standalone/src/start-standalone.js';
import { createLog } from '#config/log.js';
import { loadConfig } from '#config/load-config.js';
import { stopSignal } from '#config/stop-signal.js';
import { PATIENT } from '../harness/patient.js';

/** The program of `npm start`, with limits that are not reached on a slow machine; runs until SIGTERM. */
const stopped = stopSignal();
const config = loadConfig();
const engraph = await startStandalone(config, config.DATABASE_URL, createLog('test', 'silent'), PATIENT);
await stopped;
await engraph.stop();

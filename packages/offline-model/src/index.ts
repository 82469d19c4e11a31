export { OFFLINE_LABEL, OFFLINE_MODEL } from './model-name.ts';
export { createOfflineFetch } from './offline-fetch.ts';
export { startOfflineServer, type OfflineServer } from './offline-server.ts';

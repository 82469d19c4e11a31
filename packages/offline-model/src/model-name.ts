/** What the endpoint answers as `model`, whatever name a request asks for. */
export const OFFLINE_MODEL = 'offline-extractive';

/** How its output is labelled wherever a person sees it. */
export const OFFLINE_LABEL = 'offline, extractive';

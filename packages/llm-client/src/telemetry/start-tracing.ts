/** For a collector that does not answer nobody waits longer, in milliseconds. */
const LONGEST_EXPORT_MS = 3_000;

export type Tracing = {
  /** Sends what is left and stops. Returns why spans were lost, if they were; never throws. */
  stop(): Promise<string | undefined>;
};

/**
 * Sends the process's OpenTelemetry spans to a collector over OTLP/HTTP. Where to, and with which headers, are OpenTelemetry's own
 * variables (`OTEL_EXPORTER_OTLP_ENDPOINT`, `OTEL_EXPORTER_OTLP_HEADERS`, `OTEL_SERVICE_NAME`, …). Called once, before the first span. A
 * collector that does not answer costs spans, never a job.
 */
export async function startTracing(serviceName: string): Promise<Tracing> {
  // Loaded only where tracing is wanted: it is a third of the process's modules.
  const [api, hooks, exporter, resources, sdk] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/context-async-hooks'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace'),
  ]);
  const named = resources.resourceFromAttributes({ 'service.name': serviceName });
  const ofEnvironment = resources.detectResources({ detectors: [resources.envDetector] });
  const provider = new sdk.TracerProvider({
    resource: named.merge(ofEnvironment),
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter: new exporter.OTLPTraceExporter({ timeoutMillis: LONGEST_EXPORT_MS }),
      }),
    ],
  });
  api.context.setGlobalContextManager(new hooks.AsyncLocalStorageContextManager().enable());
  api.trace.setGlobalTracerProvider(provider);
  return {
    stop: () =>
      provider.shutdown().then(
        () => undefined,
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      ),
  };
}

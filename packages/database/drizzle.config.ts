import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: './src/schema/*.ts',
  // The gate that looks for missing migrations generates into a copy.
  out: process.env['MIGRATIONS_FOLDER'] ?? '../../migrations',
});

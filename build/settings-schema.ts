import { z } from 'zod';
import { settingsSchema } from './settings.ts';

/**
 * The settings as JSON Schema (draft 2020-12): what an owner writes, before defaults. `npm run schema` writes it to
 * build/site.schema.json, by which editors complete and check site.json.
 */
export const settingsJsonSchema = (): Record<string, unknown> => ({
  ...z.toJSONSchema(settingsSchema, { io: 'input' }),
  title: 'Settings of a Diptych site',
});

ALTER TABLE "jobs" ADD COLUMN "speaker_names" jsonb DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "meetings" ADD COLUMN "speaker_names" jsonb DEFAULT '{}' NOT NULL;
ALTER TABLE `delivery_methods` ADD `slug` text;--> statement-breakpoint
-- By hand: the names of today in Latin letters, as slugOf (src/catalog/delivery-slug.ts) writes those to come. Where two methods of
-- a studio would have one slug, the first has it. A version of the service that knows no slug goes on to write none.
WITH RECURSIVE letters (letter, latin, at_first) AS (VALUES
	('а', 'a', 'a'), ('А', 'a', 'a'),
	('б', 'b', 'b'), ('Б', 'b', 'b'),
	('в', 'v', 'v'), ('В', 'v', 'v'),
	('г', 'h', 'h'), ('Г', 'h', 'h'),
	('ґ', 'g', 'g'), ('Ґ', 'g', 'g'),
	('д', 'd', 'd'), ('Д', 'd', 'd'),
	('е', 'e', 'e'), ('Е', 'e', 'e'),
	('є', 'ie', 'ye'), ('Є', 'ie', 'ye'),
	('ж', 'zh', 'zh'), ('Ж', 'zh', 'zh'),
	('з', 'z', 'z'), ('З', 'z', 'z'),
	('и', 'y', 'y'), ('И', 'y', 'y'),
	('і', 'i', 'i'), ('І', 'i', 'i'),
	('ї', 'i', 'yi'), ('Ї', 'i', 'yi'),
	('й', 'i', 'y'), ('Й', 'i', 'y'),
	('к', 'k', 'k'), ('К', 'k', 'k'),
	('л', 'l', 'l'), ('Л', 'l', 'l'),
	('м', 'm', 'm'), ('М', 'm', 'm'),
	('н', 'n', 'n'), ('Н', 'n', 'n'),
	('о', 'o', 'o'), ('О', 'o', 'o'),
	('п', 'p', 'p'), ('П', 'p', 'p'),
	('р', 'r', 'r'), ('Р', 'r', 'r'),
	('с', 's', 's'), ('С', 's', 's'),
	('т', 't', 't'), ('Т', 't', 't'),
	('у', 'u', 'u'), ('У', 'u', 'u'),
	('ф', 'f', 'f'), ('Ф', 'f', 'f'),
	('х', 'kh', 'kh'), ('Х', 'kh', 'kh'),
	('ц', 'ts', 'ts'), ('Ц', 'ts', 'ts'),
	('ч', 'ch', 'ch'), ('Ч', 'ch', 'ch'),
	('ш', 'sh', 'sh'), ('Ш', 'sh', 'sh'),
	('щ', 'shch', 'shch'), ('Щ', 'shch', 'shch'),
	('ю', 'iu', 'yu'), ('Ю', 'iu', 'yu'),
	('я', 'ia', 'ya'), ('Я', 'ia', 'ya'),
	('ё', 'e', 'e'), ('Ё', 'e', 'e'),
	('ы', 'y', 'y'), ('Ы', 'y', 'y'),
	('э', 'e', 'e'), ('Э', 'e', 'e'),
	('ь', '', ''), ('Ь', '', ''),
	('ъ', '', ''), ('Ъ', '', ''),
	(char(39), '', ''), ('’', '', ''), ('ʼ', '', '')
),
written (id, studio_id, rest, slug) AS (
	SELECT id, studio_id,
		replace(replace(replace(replace(lower(name), 'зг', 'zgh'), 'ЗГ', 'zgh'), 'Зг', 'zgh'), 'зГ', 'zgh'), ''
	FROM delivery_methods
	UNION ALL
	SELECT id, studio_id, substr(rest, 2), slug || CASE
		WHEN latin IS NOT NULL THEN iif(slug = '' OR slug GLOB '*-', at_first, latin)
		WHEN substr(rest, 1, 1) GLOB '[a-z0-9]' THEN substr(rest, 1, 1)
		WHEN slug = '' OR slug GLOB '*-' THEN ''
		ELSE '-'
	END
	FROM written LEFT JOIN letters ON letter = substr(rest, 1, 1)
	WHERE rest <> ''
),
slugs (id, slug) AS (
	SELECT min(id), rtrim(slug, '-') FROM written WHERE rest = '' GROUP BY studio_id, rtrim(slug, '-')
)
UPDATE delivery_methods SET slug = slugs.slug FROM slugs
WHERE slugs.id = delivery_methods.id AND slugs.slug <> ''
	AND NOT (slugs.slug GLOB 'method-[0-9]*' AND substr(slugs.slug, 8) NOT GLOB '*[^0-9]*');--> statement-breakpoint
CREATE UNIQUE INDEX `delivery_methods_studioId_slug_unique` ON `delivery_methods` (`studio_id`,`slug`);

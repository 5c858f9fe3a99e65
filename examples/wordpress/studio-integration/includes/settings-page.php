<?php

/**
 * The settings page: address, key, and a check of both.
 */

declare(strict_types=1);

namespace StudioIntegration\WordPress;

use StudioIntegration\StudioError;

defined('ABSPATH') || exit;

const PAGE = 'studio-integration';
const CHECK = 'studio_integration_check';
/** `pk_live_` and four more: enough to tell two keys apart. */
const SHOWN_CHARACTERS = 12;

function add_settings_page(): void
{
    $title = __('Studio Integration', 'studio-integration');
    add_options_page($title, $title, 'manage_options', PAGE, __NAMESPACE__ . '\show_settings_page');
}

/** @param list<string> $links */
function link_to_settings(array $links): array
{
    $url = admin_url('options-general.php?page=' . PAGE);
    return [sprintf('<a href="%s">%s</a>', esc_url($url), esc_html__('Settings', 'studio-integration')), ...$links];
}

function register_settings(): void
{
    register_setting(PAGE, OPTION, ['type' => 'array', 'sanitize_callback' => __NAMESPACE__ . '\checked_settings']);
}

/**
 * The typed settings, or the stored one in place of each that is wrong. An empty key keeps the stored key, which the page never shows, for the same service.
 *
 * @return array{address: string, key: string}
 */
function checked_settings(mixed $typed): array
{
    $stored = settings();
    $typed = is_array($typed) ? $typed : [];
    $address = rtrim(trim((string) ($typed['address'] ?? '')), '/');
    $key = trim((string) ($typed['key'] ?? ''));
    // Plain HTTP would show the key to every machine on the way.
    if (preg_match('~^(https://[^\s/?#@]+|http://(localhost|127\.0\.0\.1)(:\d+)?)/[^\s?#]+$~', $address) !== 1) {
        add_fault('address', __('The address must be whole and begin with https, such as https://api.example.com/api/v1.', 'studio-integration'));
        $address = $stored['address'];
    }
    if ($key !== '' && preg_match('/^pk_live_[A-Za-z0-9]{64}$/', $key) !== 1) {
        add_fault('key', __('The key must be pk_live_ and 64 letters or digits, as the panel showed it.', 'studio-integration'));
        $key = '';
    }
    // Otherwise a changed address would be a way to learn the key, which no page shows.
    if ($key === '' && $stored['key'] !== '' && host_of($address) !== host_of($stored['address'])) {
        add_fault('key', __('The address is of another service: enter its key too.', 'studio-integration'));
        $address = $stored['address'];
    }
    return ['address' => $address, 'key' => $key === '' ? $stored['key'] : $key];
}

/** Scheme, host and port. */
function host_of(string $address): string
{
    return strtolower(implode('/', array_slice(explode('/', $address), 0, 3)));
}

/** Once each: WordPress checks the settings twice when they are stored for the first time. */
function add_fault(string $setting, string $sentence): void
{
    if (!in_array($setting, array_column(get_settings_errors(OPTION), 'code'), true)) {
        add_settings_error(OPTION, $setting, $sentence);
    }
}

function show_settings_page(): void
{
    if (!current_user_can('manage_options')) {
        return;
    }
    ['address' => $address, 'key' => $key] = settings();
    $shown = $key === '' ? '' : substr($key, 0, SHOWN_CHARACTERS) . '…';
    ?>
    <div class="wrap">
      <h1><?php echo esc_html__('Studio Integration', 'studio-integration'); ?></h1>
      <?php
        if (isset($_POST[CHECK])) {
            check_admin_referer(CHECK);
            show_check();
        }
        ?>
      <p>
        <?php echo esc_html__('Put the shortcode [studio_print] into a page: visitors upload a model, see its price and order it.', 'studio-integration'); ?>
      </p>
      <form method="post" action="options.php">
        <?php settings_fields(PAGE); ?>
        <table class="form-table" role="presentation">
          <tr>
            <th scope="row"><label for="studio-address"><?php echo esc_html__('Address of the API', 'studio-integration'); ?></label></th>
            <td>
              <input type="url" class="regular-text code" id="studio-address" name="<?php echo esc_attr(OPTION); ?>[address]"
                value="<?php echo esc_attr($address); ?>" placeholder="https://api.example.com/api/v1" required>
            </td>
          </tr>
          <tr>
            <th scope="row"><label for="studio-key"><?php echo esc_html__('API key', 'studio-integration'); ?></label></th>
            <td>
              <input type="password" class="regular-text code" id="studio-key" name="<?php echo esc_attr(OPTION); ?>[key]"
                value="" autocomplete="off" spellcheck="false" aria-describedby="studio-key-hint" <?php show_required($key === ''); ?>>
              <p class="description" id="studio-key-hint">
                <?php
                echo esc_html($shown === ''
                    ? __('From the studio’s panel, under “API keys”. It stays on this server.', 'studio-integration')
                    /* translators: %s: the first characters of the key */
                    : sprintf(__('Stored: “%s”. It is never shown again; leave the field empty to keep it.', 'studio-integration'), $shown));
                ?>
              </p>
            </td>
          </tr>
        </table>
        <?php submit_button(); ?>
      </form>
      <?php if (is_set_up()) : ?>
      <h2><?php echo esc_html__('Connection', 'studio-integration'); ?></h2>
      <form method="post" action="<?php echo esc_url(admin_url('options-general.php?page=' . PAGE)); ?>">
            <?php wp_nonce_field(CHECK); ?>
            <?php submit_button(__('Check', 'studio-integration'), 'secondary', CHECK, false); ?>
      </form>
      <?php endif; ?>
    </div>
    <?php
}

function show_required(bool $isRequired): void
{
    echo $isRequired ? 'required' : '';
}

/** Asks the API whose key it is. */
function show_check(): void
{
    try {
        $me = client(20)->me();
        $sentence = sprintf(
            /* translators: 1: the studio's title, 2: its plan, 3: requests left in this hour, 4: requests an hour */
            __('Connected to “%1$s”, plan %2$s. %3$d of %4$d requests an hour are left.', 'studio-integration'),
            $me['studioTitle'],
            ucfirst($me['plan']),
            $me['rateLimit']['remaining'],
            $me['rateLimit']['limit'],
        );
        $kind = 'success';
    } catch (StudioError | \InvalidArgumentException $error) {
        $sentence = $error->getMessage();
        $kind = 'error';
    }
    printf('<div class="notice notice-%s" id="studio-check"><p>%s</p></div>', esc_attr($kind), esc_html($sentence));
}

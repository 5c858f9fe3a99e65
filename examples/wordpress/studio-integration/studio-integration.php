<?php

/**
 * Plugin Name: Studio Integration
 * Description: The shortcode [studio_print]: a visitor's 3D model, its price to the cent, and the order, through the Studio Integration API.
 * Version: 0.1.0
 * Requires at least: 6.1
 * Requires PHP: 8.1
 * License: MIT
 * Text Domain: studio-integration
 * Domain Path: /languages
 */

declare(strict_types=1);

namespace StudioIntegration\WordPress;

defined('ABSPATH') || exit;

const VERSION = '0.1.0';
const PLUGIN_FILE = __FILE__;

// Another plugin may carry the same client.
if (!class_exists(\StudioIntegration\StudioClient::class)) {
    require __DIR__ . '/studio-api.php';
}
require __DIR__ . '/includes/connection.php';
require __DIR__ . '/includes/catalog.php';
require __DIR__ . '/includes/settings-page.php';
require __DIR__ . '/includes/print-form.php';
require __DIR__ . '/includes/visitors.php';
require __DIR__ . '/includes/visitor-input.php';
require __DIR__ . '/includes/routes.php';

add_action('init', static function (): void {
    load_plugin_textdomain('studio-integration', false, basename(__DIR__) . '/languages');
    add_shortcode('studio_print', __NAMESPACE__ . '\print_form');
});
add_action('admin_init', __NAMESPACE__ . '\register_settings');
add_action('admin_menu', __NAMESPACE__ . '\add_settings_page');
add_action('rest_api_init', __NAMESPACE__ . '\register_routes');
add_action('add_option_' . OPTION, __NAMESPACE__ . '\forget_catalog');
add_action('update_option_' . OPTION, __NAMESPACE__ . '\forget_catalog');
add_filter('plugin_action_links_' . plugin_basename(PLUGIN_FILE), __NAMESPACE__ . '\link_to_settings');

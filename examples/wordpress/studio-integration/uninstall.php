<?php

/**
 * Removes the address and the key with the plugin. The catalog's copy and visitors' counts end by themselves.
 */

declare(strict_types=1);

defined('WP_UNINSTALL_PLUGIN') || exit;

delete_option('studio_integration');

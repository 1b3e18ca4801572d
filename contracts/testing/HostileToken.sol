// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @title A token that misbehaves on request: keeps a fee, moves nothing, or calls back in the middle of a transfer.
contract HostileToken is ERC20 {
    uint256 public feePercent;
    bool public movesNothing;
    address public callbackTarget;
    bytes public callbackData;
    bytes public callbackResult;
    bool public callbackSucceeded;

    constructor() ERC20("Hostile", "HOST") {}

    function mint(address account, uint256 amount) external {
        _mint(account, amount);
    }

    function setFeePercent(uint256 percent) external {
        feePercent = percent;
    }

    function setMovesNothing(bool value) external {
        movesNothing = value;
    }

    function setCallback(address target, bytes calldata data) external {
        callbackTarget = target;
        callbackData = data;
    }

    /// @dev Lets the token hold positions itself, and be paid during its own callback.
    function perform(address target, bytes calldata data) external {
        (bool ok, bytes memory result) = target.call(data);
        if (!ok) {
            assembly {
                revert(add(result, 32), mload(result))
            }
        }
    }

    function _update(address from, address to, uint256 value) internal override {
        if (from == address(0) || to == address(0)) return super._update(from, to, value);
        if (movesNothing) return;
        uint256 fee = (value * feePercent) / 100;
        super._update(from, to, value - fee);
        if (fee > 0) super._update(from, address(this), fee);
        if (callbackTarget != address(0)) {
            (callbackSucceeded, callbackResult) = callbackTarget.call(callbackData);
        }
    }
}
